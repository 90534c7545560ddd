import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createContext, useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LANGUAGE_FACTS } from '../../texts/languages.ts';
import {
  type DetailRow,
  type MailBlock,
  type MailBrand,
  type MailContent,
  type SectionBlock,
  withColon,
} from './content.ts';
import { mailColours, styleSheet, styles } from './styles.ts';

/**
 * The HTML part. React renders it in one synchronous pass: react-email's own `render` streams, waits and prettifies, and
 * takes 6 to 50 times as long for the same bytes (docs/mail.md has the figures).
 */
export function toHtml(content: MailContent): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(<MailLayout content={content} />)}`;
}

const Colours = createContext(mailColours(null));

function MailLayout({ content }: { content: MailContent }) {
  const colours = mailColours(content.brand?.colour ?? null);
  return (
    <Colours.Provider value={colours}>
      <Html lang={content.language} dir={LANGUAGE_FACTS[content.language].direction}>
        <Head>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <title>{content.heading}</title>
          <style>{styleSheet(colours)}</style>
        </Head>
        <Preview>{content.preview}</Preview>
        <Body className="page" style={styles.page}>
          <Container className="card" style={styles.card}>
            {content.brand && <BrandLine {...content.brand} />}
            <Heading as="h1" className="ink" style={styles.heading}>
              {content.heading}
            </Heading>
            {content.blocks.map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: written once, never reordered
              <Block key={index} block={block} />
            ))}
            <Hr className="rule" style={styles.rule} />
            <Text className="quiet" style={styles.footer}>
              {content.footer}
              {content.refusal && (
                <>
                  {' '}
                  <MailLink url={content.refusal.url} label={content.refusal.label} />
                </>
              )}
            </Text>
          </Container>
        </Body>
      </Html>
    </Colours.Provider>
  );
}

/** The workspace, as on its pages. */
function BrandLine({ name, logoUrl }: MailBrand) {
  return (
    <Text className="quiet" style={styles.brand}>
      {logoUrl !== null && <img src={logoUrl} alt="" width={28} height={28} style={styles.logo} />}
      {name}
    </Text>
  );
}

function Block({ block }: { block: MailBlock }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <Text className="ink" style={styles.paragraph}>
          {block.text}
        </Text>
      );
    case 'code':
      return (
        <Section className="panel" style={styles.codePanel}>
          <Text className="ink" style={styles.code}>
            {block.code}
          </Text>
        </Section>
      );
    case 'list':
      return <Items lead={block.lead} items={block.items} />;
    case 'section':
      return <Titled {...block} />;
    case 'details':
      return <Details rows={block.rows} />;
    case 'action':
      return (
        <Section style={styles.actionRow}>
          <Action {...block} />
        </Section>
      );
    case 'aside':
      return (
        <Text className="quiet" style={styles.aside}>
          {block.text} {block.link && <MailLink url={block.link.url} label={block.link.label} />}
        </Text>
      );
  }
}

function Items({ lead, items }: { lead: string; items: readonly string[] }) {
  return (
    <Section>
      <Text className="ink" style={styles.listLead}>
        {lead}
      </Text>
      <ul className="ink" style={styles.list}>
        {items.map((item) => (
          <li key={item} style={styles.item}>
            {item}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Titled({ heading, isOrdered = false, items }: SectionBlock) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <Section>
      <Heading as="h2" className="ink" style={styles.sectionHeading}>
        {heading}
      </Heading>
      <List className="ink" style={styles.sectionList}>
        {items.map(({ label, text, from }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: written once, never reordered; items may repeat
          <li key={index} style={styles.sectionItem}>
            {label !== undefined && (
              <span className="quiet" style={styles.itemLabel}>
                {withColon(label)}{' '}
              </span>
            )}
            {text}
            {from && (
              <span className="quiet" style={styles.itemFrom}>
                {' '}
                ({from})
              </span>
            )}
          </li>
        ))}
      </List>
    </Section>
  );
}

function Details({ rows }: { rows: readonly DetailRow[] }) {
  return (
    <Section className="panel" style={styles.panel}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: written once, never reordered; labels may repeat
        <Text key={index} className="ink" style={index === 0 ? styles.firstDetail : styles.detail}>
          <span className="quiet" style={styles.detailLabel}>
            {row.label}
          </span>
          <br />
          <DetailValue row={row} />
          {row.note !== undefined && (
            <>
              <br />
              <span className="quiet" style={styles.note}>
                {row.note}
              </span>
            </>
          )}
        </Text>
      ))}
    </Section>
  );
}

function DetailValue({ row: { value, ending, url, former } }: { row: DetailRow }) {
  if (former) return <s>{ending === undefined ? value : `${value} ${ending}`}</s>;
  if (url === value || url === `tel:${value}`) return <MailLink url={url} label={value} />;
  return (
    <>
      {value} {ending !== undefined && <span style={styles.unbroken}>{ending}</span>}
      {url !== undefined && (
        <>
          <br />
          <MailLink url={url} label={url} />
        </>
      )}
    </>
  );
}

function Action({ url, label }: { url: string; label: string }) {
  const { fill, onFill, fillEdge } = useContext(Colours);
  const look = { ...styles.action, backgroundColor: fill, border: `1px solid ${fillEdge}`, color: onFill };
  return (
    <Button className="action" href={url} style={look}>
      {label}
    </Button>
  );
}

function MailLink({ url, label }: { url: string; label: string }) {
  const { link } = useContext(Colours);
  return (
    <Link className="link" href={url} style={{ color: link, ...styles.link }}>
      {label}
    </Link>
  );
}
