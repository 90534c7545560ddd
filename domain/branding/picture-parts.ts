export type PictureProblem =
  | 'empty'
  | 'too_large'
  | 'unknown_type'
  | 'broken'
  | 'animated'
  | 'trailing_data'
  | 'too_many_pixels';

/** The parts of a file that make up its picture, in order, or the problem of the file. */
export type PictureParts =
  | { readonly parts: readonly Uint8Array[]; readonly width: number; readonly height: number }
  | PictureProblem;
