import process from 'node:process';
import { book } from './book.mjs';

console.log(await book(process.argv[2], process.argv[3]));
