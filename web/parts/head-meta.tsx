import { useFrame } from './frame.ts';
import { JsonScript } from './json-script.tsx';

interface HeadMetaProps {
  readonly title: string;
  readonly description: string | null;
}

/** Data for search engines and previews of shared links; only on pages that are indexed. */
export function HeadMeta({ title, description }: HeadMetaProps) {
  const { meta, brand, locale } = useFrame();
  if (meta === null || description === null) return null;
  return (
    <>
      <link rel="canonical" href={meta.canonicalUrl} />
      <link rel="alternate" type="text/markdown" href={meta.markdownHref} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand?.name ?? 'Holdfast'} />
      <meta property="og:locale" content={locale.tag.replace('-', '_')} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={meta.canonicalUrl} />
      {meta.imageUrl !== null && <meta property="og:image" content={meta.imageUrl} />}
      {meta.hasCard && <CardMeta alt={title} />}
      <meta name="twitter:card" content={meta.hasCard ? 'summary_large_image' : 'summary'} />
      <JsonScript type="application/ld+json" data={meta.jsonLd} />
    </>
  );
}

/** Sizes let a preview show the card before it is loaded. */
function CardMeta({ alt }: { alt: string }) {
  return (
    <>
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={alt} />
    </>
  );
}
