MERGE INTO colour VALUES (1, 'red'), (2, 'green'), (3, 'blue');
