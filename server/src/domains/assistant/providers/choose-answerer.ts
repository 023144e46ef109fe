import type { Answer, Answerer } from '../asking/answerer.ts'
import { askModel, type ModelCall } from './ask-model.ts'
import { limitReached } from './limits.rules.ts'
import type { ModelDeps } from './model-deps.ts'
import { wordsFor } from './model-failure.rules.ts'
import { openKey } from './model-key.ts'
import { readModel } from './model.store.ts'
import { askedSince, usageOf } from './sent.store.ts'

const HOUR_MS = 3_600_000
/** Shown to people as network trouble: asking again may help. */
const NETWORK = new Set(['timeout', 'unreachable'])
const BROKE = '*The language model stopped here: the answer is incomplete.*'
const TOOK_TOO_LONG = '*The language model took too long: the answer is incomplete.*'

/** Answers by the account's language model where there is one and its limits have room, else by the built-in answerer. */
export function createChoosingAnswerer(deps: ModelDeps): Answerer {
  return {
    async answer(question, asked) {
      const call = await callFor(deps, asked)
      if (call === null) return deps.builtIn.answer(question, asked)
      const reached = limitReached(call.row.settings, call.spent, asked.timeZone)
      if (reached !== null) return instead(deps, { insteadOf: 'limit', why: reached }, question, asked)
      const { answer, failure } = await askModel(deps, call, question, asked)
      if (failure === null || failure.outcome === 'stopped') return answer
      if (answer.text !== '') {
        const mark = failure.outcome === 'timeout' ? TOOK_TOO_LONG : BROKE
        asked.report({ kind: 'text', delta: `\n\n${mark}` })
        return { ...answer, text: `${answer.text}\n\n${mark}` }
      }
      const words = wordsFor(failure)
      if (!NETWORK.has(failure.outcome)) {
        const insteadOf = failure.words === undefined ? ('failed' as const) : ('limit' as const)
        return instead(deps, { insteadOf, why: words }, question, asked)
      }
      asked.report({ kind: 'text', delta: words })
      return { ...answer, text: words, sources: [], offers: [], drafts: [], isError: true }
    },
  }
}

type Asked = Parameters<Answerer['answer']>[1]

/** The built-in answerer's answer, which says first why the model does not answer. */
async function instead(
  deps: ModelDeps,
  { insteadOf, why }: { insteadOf: 'failed' | 'limit'; why: string },
  question: string,
  asked: Asked,
): Promise<Answer> {
  const note = `*${why}*`
  asked.report({ kind: 'text', delta: `${note}\n\n` })
  const answer = await deps.builtIn.answer(question, asked)
  const answeredBy = { ...answer.answeredBy, insteadOf }
  return { ...answer, answeredBy, text: `${note}\n\n${answer.text}` }
}

async function callFor(deps: ModelDeps, { scope, actor }: Asked): Promise<ModelCall | null> {
  const { accountId } = scope
  return deps.system.read(async (tx) => {
    const row = await readModel(tx, accountId)
    if (row.settings.provider === 'none') return null
    const used = await usageOf(tx, accountId)
    const asked = await askedSince(tx, actor.id ?? '', new Date(tx.now.getTime() - HOUR_MS))
    return { row, apiKey: await openKey(deps.secrets, tx, row), spent: { ...used, asked } }
  })
}
