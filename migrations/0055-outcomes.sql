-- Whoever caused the token's creation: the sender of its transaction, or that of its only user operation, in lower case.
alter table token_bindings add column creation_sender text;
create index token_bindings_by_creation_sender on token_bindings (creation_sender) where creation_sender is not null;
