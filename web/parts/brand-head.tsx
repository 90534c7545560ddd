import { useFrame } from './frame.ts';

/** The workspace's name, with its picture or first letter. Empty without a workspace. */
export function BrandHead() {
  const { brand } = useFrame();
  if (brand === null) return null;
  return (
    <header className="brand">
      {brand.avatarHref === null ? (
        <span className="brand-mark" aria-hidden="true">
          {Array.from(brand.name)[0]?.toUpperCase()}
        </span>
      ) : (
        <img className="brand-mark" src={brand.avatarHref} alt="" width={32} height={32} />
      )}
      <bdi>{brand.name}</bdi>
    </header>
  );
}
