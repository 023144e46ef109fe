import type { Match, Rule } from './grammar.rules.ts'
import { longestPhrase } from './names.rules.ts'

/**
 * Words that say nothing of which records are meant, and nothing of what is to be done with them. The list is closed:
 * whatever else is not linked to something makes the answer a refusal.
 */
const PHRASES: readonly string[] = [
  'show me', 'show us', 'show', 'list me?', 'list up', 'list', 'listing of', 'give me', 'give us', 'get me', 'get', 'find me', 'find', 'display',
  'tell me', 'let me see', 'let us see', 'let me know', 'i want to see', 'i want to know', 'i would like to see', 'i need to see', 'i need to know', 'i need', 'i want', 'i like to see',
  'can you', 'can u', 'could you', 'could u', 'would you', 'will you', 'please', 'pls', 'plz', 'thanks', 'thank you', 'thx', 'hi', 'hello', 'hey', 'good morning|afternoon|evening|day',
  'what is', 'what are', 'what were', 'what was', 'which is', 'which are', 'which were', 'which', 'what', 'whats', 'what do we have', 'what have we got',
  'are there', 'is there', 'were there', 'was there', 'there are', 'there is', 'there were', 'there', 'do we have', 'did we have', 'did we get', 'have we got', 'have we had', 'we have', 'we got', 'we had', 'got', 'have we', 'do we', 'did we', 'did', 'we',
  'do', 'does', 'is', 'are', 'was', 'were', 'be', 'been', 'being', 'has', 'have', 'had', 'r',
  'a', 'an', 'the', 'all the?', 'all of the', 'all of', 'all', 'any', 'any of', 'some', 'every', 'each of the', 'those', 'these', 'them', 'they', 'it', 'its', 'their', 'our', 'us', 'ours',
  'that', 'so', 'then', 'also', 'just', 'only', 'exactly', 'too', 'as well',
  'of', 'in', 'on', 'at', 'for', 'to', 'with', 'among',
  'currently', 'now', 'right now', 'at the moment', 'at present', 'still', 'yet', 'already', 'so far', 'ever', 'in total', 'total', 'in all', 'altogether', 'overall', 'here', 'in the system', 'in caseloom',
  'do we track', 'we track', 'do we manage', 'do we keep', 'exist', 'exists', 'do exist', 'records', 'record', 'ones', 'one', 'items', 'entries', 'entry', 'things', 'stuff', 'anything', 'everything', 'in them', 'in the list', 'a list of', 'the list of', 'list of', 'an overview of', 'overview of', 'set of',
  'came in', 'come in', 'coming in', 'arrived', 'that came in',
  'look at', 'looking at', 'see', 'know', 'view', 'pull up', 'bring up', 'filter', 'filter by', 'filter to', 'filter for', 'search for', 'look for', 'search',
  'make me a report of', 'make a report of', 'a report of', 'a report on', 'report of', 'report on', 'make a report on', 'make me a report on', 'create a report of', 'create a report on', 'draft a report of', 'draft a report on', 'build a report of', 'build a report on', 'report', 'generate a report of', 'generate a report on', 'write a report on', 'write a report of', 'prepare a report of', 'prepare a report on', 'i need a report of', 'i need a report on', 'draft a filter for', 'draft a filter of',
  'turned out', 'turned out to be', 'turn out to be', 'ended up', 'ended up as', 'marked', 'marked as', 'rated', 'rated as', 'classified as', 'labelled as', 'labeled as', 'considered', 'known as',
  "'s", 'um', 'ok', 'okay', 'well', 'quick', 'quickly', 'by chance',
  'which ones', 'which of them', 'which of these', 'which of those', 'of them', 'of these', 'of those', 'what about', 'how about',  'and now', 'now',
]
export const fillerRule: Rule = ({ tokens }, at): Match | null => {
  const token = tokens[at]
  if (token?.kind === 'mark' && ['.', ',', ';', ':', '-', '&'].includes(token.text)) return { length: 1, items: [] }
  if (at === 0 && token?.text === 'no' && tokens[1]?.text === ',') return { length: 2, items: [] }
  const length = longestPhrase(tokens, at, PHRASES)
  return length === 0 ? null : { length, items: [] }
}
