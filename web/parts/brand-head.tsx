import { useFrame } from './frame.ts';

/** Whose page this is: the workspace's picture, or its first letter, and its name. Without a workspace nothing. */
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
