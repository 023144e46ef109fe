/** All that rich text is made of; everything else becomes its text. */
export const RICH_TAGS = [
  'p',
  'br',
  'h3',
  'h4',
  'strong',
  'em',
  's',
  'u',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'a',
  'span',
] as const

const BLOCK_END = /<\/(?:p|li|h3|h4|pre|blockquote)>|<br ?\/?>/g
const TAG = /<[^>]*>/g
const ENTITIES = /&(?:lt|gt|quot|amp);/g
const CHARACTERS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/**
 * The plain text of sanitised rich text: what is searched, sorted, filtered and exported. Blocks end in a line break.
 * The function `caseloom.rich_plain` of the database does the same.
 */
export function plainTextOf(html: string): string {
  const text = html
    .replace(BLOCK_END, '\n')
    .replace(TAG, '')
    .replace(ENTITIES, (entity) => CHARACTERS[entity] ?? entity)
    .replace(/\n+/g, '\n')
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text, start)) start += 1
  while (end > start && isBlank(text, end - 1)) end -= 1
  return text.slice(start, end)
}

// Without a regular expression: one for the end of a text rescans every blank of a long run.
function isBlank(text: string, at: number): boolean {
  const character = text[at]
  return character === ' ' || character === '\n' || character === '\t'
}

const MENTION = /<span class="mention" data-id="([0-9a-f-]{36})">/g

/** Ids of the users that sanitised rich text mentions, each once. */
export function mentionedIn(html: string): string[] {
  return [...new Set([...html.matchAll(MENTION)].flatMap(([, id]) => id ?? []))]
}
