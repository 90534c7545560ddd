import type { Queryable } from '../database.ts';

/** Whether the owner of an inbox wants no mails from people they do not know. @param hash see `addressHash` */
export async function isRefusedAddress(sql: Queryable, hash: Buffer): Promise<boolean> {
  const [row] = await sql`select 1 from refused_addresses where address_hash = ${hash}`;
  return row !== undefined;
}

export async function refuseAddress(sql: Queryable, hash: Buffer): Promise<void> {
  await sql`insert into refused_addresses (address_hash) values (${hash}) on conflict do nothing`;
}

/** The owner takes mails again. */
export async function allowAddress(sql: Queryable, hash: Buffer): Promise<void> {
  await sql`delete from refused_addresses where address_hash = ${hash}`;
}
