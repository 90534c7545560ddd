export type PictureProblem =
  | 'empty'
  | 'too_large'
  | 'unknown_type'
  | 'broken'
  | 'animated'
  | 'trailing_data'
  | 'too_many_pixels';

/** The parts of a file that make its picture, in order, or what is wrong with it. */
export type Kept =
  | { readonly parts: readonly Uint8Array[]; readonly width: number; readonly height: number }
  | PictureProblem;
