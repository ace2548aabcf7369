-- One row for each document, held while a person is passed by it: of two accounts with one document at once the second sees the first.
create table verification_documents (card_hash bytea primary key check (octet_length(card_hash) = 32));
