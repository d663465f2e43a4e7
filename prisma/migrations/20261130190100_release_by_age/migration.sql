-- Nothing is let go where no age is stated: what is compared with NULL refuses nothing.
ALTER FUNCTION "audit_release_oldest"(interval, text) STRICT;
