import { useEffect, useState } from 'react';

const TYPING_MS = 400;

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** what the address says */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** Searches once the person stops typing, or at once by Enter. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onSearch(typed), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <label className="wide">
      {label}
      <input
        type="search"
        value={typed}
        maxLength={80}
        placeholder={placeholder}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && onSearch(typed)}
      />
    </label>
  );
}
