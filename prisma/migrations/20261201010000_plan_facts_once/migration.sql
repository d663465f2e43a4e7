-- By hand: what schema.prisma cannot say.
--
-- To plan the two statements of `registration_facts`, with all that says who sees which row, took longer than
-- all the rest of a registration, and was done at each call: a plan for any keys looks dearer than one for
-- these. It is kept from here on; and as it may be made while the tables are empty, it goes by the indexes.
ALTER FUNCTION "registration_facts"(text[], text[])
  SET plan_cache_mode = 'force_generic_plan'
  SET enable_seqscan = 'off';
