-- A launch may have no pitch and no handle, and says where it is on the web.
alter table submissions
  alter column description drop not null,
  alter column x_handle drop not null,
  alter column handle drop not null,
  -- the name that stood for the creator's wallet when it was submitted; null: the address was submitted
  add column creator_name text,
  -- [{"type": "website", "url": "https://…"}]
  add column links jsonb not null default '[]';
