-- What a launchpad puts around the names that creators give ("fun ", " by Virtuals").
alter table token_bindings
  add column name_prefix text not null default '',
  add column name_suffix text not null default '';
update token_bindings set name_prefix = 'fun ' where venue = 'virtuals';

-- A launchpad may graduate a token without replacing it.
alter table token_successors alter column successor drop not null;
