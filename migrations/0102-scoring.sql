-- Of the right to seize tokens, only taking them is critical (D100); older records keep the code of the whole right.
create or replace function has_critical(codes text[]) returns boolean language sql immutable as $$
  select codes && array['honeypot', 'cannot_sell', 'confiscatory_tax', 'owner_can_take_tokens', 'owner_can_seize',
    'listed_deployer']
$$;
