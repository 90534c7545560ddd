/** As Exchange shows the UID of another program (MS-OXCICAL): a header, dates, the length, `vCal-Uid`, a number, the text, a zero. */
export const inExchange = (uid: string): string => {
  const data = Buffer.concat([Buffer.from('vCal-Uid'), Buffer.from([1, 0, 0, 0]), Buffer.from(uid), Buffer.from([0])]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return `040000008200E00074C5B7101A82E008${'0'.repeat(40)}${Buffer.concat([length, data]).toString('hex').toUpperCase()}`;
};
