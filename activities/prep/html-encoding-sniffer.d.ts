/** Of version 6; it has no types of its own. Returns the name of an encoding of the web, such as `windows-1252`. */
declare module 'html-encoding-sniffer' {
  export default function sniffEncoding(
    bytes: Uint8Array,
    options: { readonly transportLayerEncodingLabel?: string | undefined; readonly defaultEncoding: string },
  ): string;
}
