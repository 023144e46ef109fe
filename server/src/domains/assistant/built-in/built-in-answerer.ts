import type { Answer, Answerer } from '../answerer.ts'
import { answerFromHelp } from './answer-help.ts'
import type { HelpIndex } from './help-pages.ts'

export interface BuiltInDeps {
  help: HelpIndex
}

const NAME = 'Built-in answerer'
const GIVES_UP =
  'I don’t know. I am the built-in answerer: I find help pages, records, runs and components, and I work without a language model. Ask about Caseloom or the data in this tenant.'

/** Answers by rules and search, without any model. */
export function createBuiltInAnswerer(deps: BuiltInDeps): Answerer {
  return {
    async answer(question, { tell }) {
      tell({ kind: 'step', text: 'Searching the help pages' })
      const found = answerFromHelp(deps.help, question)
      const answer = found ?? { text: GIVES_UP, sources: [] }
      tell({ kind: 'text', delta: answer.text })
      return whole(answer)
    },
  }
}

function whole(answer: Partial<Answer> & { text: string }): Answer {
  return { sources: [], offers: [], drafts: [], answeredBy: { kind: 'builtIn', name: NAME }, ...answer }
}
