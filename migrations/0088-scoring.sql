-- oldest release: 1.0.0
-- Who paid for the bytes of an upload, and how many: they are given back when no submission takes the image.
alter table uploads add column charged_bytes integer not null default 0,
  add column charged_to jsonb;
