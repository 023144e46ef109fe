import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { createRequire } from 'node:module'

export const MIN_PASSWORD_LENGTH = 10
/** zxcvbn's 0–4: 3 means more than 10^8 guesses. */
const MIN_SCORE = 3
/** What is wrong with a password, as an issue without its place. */
export interface PasswordFault {
  code: 'too_small' | 'weak_password'
  message: string
  min?: number
  score?: number
}

/** Guessing takes time that grows with the square of the length; what is longer is not weaker. */
const JUDGED_LENGTH = 100

const require = createRequire(import.meta.url)
let estimator: ZxcvbnFactory | undefined

/** Its dictionaries take more than ten megabytes: they are loaded when a first password is set. */
function newEstimator(): ZxcvbnFactory {
  // What these packages export, by their own types.
  const core = require('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core')
  const words = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  return new core.ZxcvbnFactory({ dictionary: words.dictionary, graphs: words.adjacencyGraphs })
}

/**
 * Whether a password may be set: long enough, and not easily guessed, also by someone who knows the person's words
 * (name, email, names of account and tenant). Answers the first fault, or null.
 */
export function passwordFault(password: string, words: readonly string[]): PasswordFault | null {
  if (password.length < MIN_PASSWORD_LENGTH) {
    return {
      code: 'too_small',
      min: MIN_PASSWORD_LENGTH,
      message: `Use at least ${MIN_PASSWORD_LENGTH} characters`,
    }
  }
  estimator ??= newEstimator()
  const result = estimator.check(withoutWords(password.slice(0, JUDGED_LENGTH), words))
  if (result.score >= MIN_SCORE) return null
  return {
    code: 'weak_password',
    score: result.score,
    message:
      'This password is easy to guess. Use several unrelated words and avoid names, dates, and common patterns.',
  }
}

/** What is left of a password when all that others know of its person is taken away. */
function withoutWords(password: string, words: readonly string[]): string {
  const known = [...words, 'caseloom'].flatMap((word) => [word, ...word.split(/[\s@._-]+/)])
  const longestFirst = known.filter((word) => word.length > 2).sort((a, b) => b.length - a.length)
  let rest = password.toLowerCase()
  for (const word of longestFirst) rest = rest.replaceAll(word.toLowerCase(), '')
  return rest === '' ? 'x' : password.length === rest.length ? password : rest
}
