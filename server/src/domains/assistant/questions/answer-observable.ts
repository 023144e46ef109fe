import { may } from '@caseloom/contract/kernel/permissions'
import { type BuiltInDeps, type Inquiry, type Part, plain } from './built-in-deps.ts'
import { inTenant, recordSource } from '../tools/places.ts'
import { longestPhrase } from './names.rules.ts'
import type { Token } from './tokens.rules.ts'

const ASKS = [
  'everything|anything|records|something with|on|about|containing|mentioning|for|involving|related',
  'all with|mentions|mention|hits of|for?',
  'everything we have on|about',
  'everything that has|mentions|contains',
  'all records containing|mentioning|that contain|mention',
  'which records|cases|alerts involve|mention|contain|have|reference',
  'give me everything on|about|with',
  'who talked|connected to',
  'is it known',
  'do we have',
  'known to us',
  'has it been seen',
  'has been seen',
  'was seen',
  'did it show up',
  'records that have|mention|contain|reference',
  'related to',
  'mentioned',
  'occurrences of',
  'any occurrence|mention|trace|record|records of|with|for',
  'in any of our records',
  'tell me about',
  'check',
  'check for',
  'for',
  'of',
  'have we seen',
  'have we ever seen',
  'did we see',
  'did we ever see',
  'where did we see',
  'where have we seen',
  'when did we first see',
  'when did we last see',
  'who has seen',
  'has anyone seen',
  'anything on',
  'anything about',
  'anything for',
  'anything from',
  'is there anything on|about',
  'do we have anything on|about',
  'do we know',
  'what do we know about',
  'what do we have on',
  'where is',
  'where does show up',
  'where else',
  'search for',
  'search',
  'look up',
  'look for',
  'find',
  'show me',
  'show',
  'any sign of',
  'any hits on|for',
  'hits for|on',
  'sightings of',
  'any sightings of',
  'domain',
  'ip',
  'ip address',
  'address',
  'hash',
  'url',
  'host',
  'user',
  'email',
  'file',
  'the',
  'observable',
  'indicator',
  'ioc',
  'anywhere',
  'everywhere',
  'before',
  'ever',
  'seen',
  'this',
  'in our data',
  'in the system',
  'is known',
  'known',
  'is',
  'in any record',
  'in all apps',
  'which records have|mention|contain',
  'records with',
  'all records with',
  'did',
  'we',
  'see',
  'appear',
  'show up',
  'somewhere',
  'in any app',
  'across all apps',
  'please',
  'cve',
  'so far',
  'where',
  'already',
  'sha256',
  'md5',
  'sha1',
  'have',
  'got',
  'to us',
  'a',
  'an',
]
const MAX_ROWS = 10

/** Where an observable was seen, over all apps; null when the question is another one. */
export async function answerObservable(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  tokens: readonly Token[],
): Promise<Part | null> {
  const [token, ...more] = tokens.filter(({ kind }) => kind === 'observable')
  if (token === undefined || more.length > 0 || !may(inquiry.actor, 'record:read')) return null
  const rest = tokens.filter((one) => one !== token)
  for (let at = 0; at < rest.length; ) {
    const length = longestPhrase(rest, at, ASKS)
    if (length === 0) return null
    at += length
  }
  const { items } = await deps.findEverywhere(inquiry.scope, inquiry.actor, {
    text: token.text,
    limit: MAX_ROWS,
  })
  const to = inTenant(inquiry, `/search?q=${encodeURIComponent(token.text)}`)
  const rows = items.map(({ record, title }) => `- ${record.trackingId} ${plain(title)}`)
  const head =
    items.length === 0
      ? `No record that you can read has **${plain(token.text)}**.`
      : `These records have **${plain(token.text)}**${items.length === MAX_ROWS ? ', the best hits first' : ''}:`
  return {
    text: [head, ...(rows.length === 0 ? [] : ['', ...rows])].join('\n'),
    sources: [{ kind: 'search', title: 'Search', to }, ...items.map((one) => recordSource(inquiry, one))],
    understood: {
      subject: { key: '$all', name: 'All apps', to: inTenant(inquiry, '/search') },
      chips: [{ kind: 'text', text: token.text, filter: null, value: token.text }],
      unknown: [],
    },
  }
}
