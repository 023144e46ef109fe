import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete'
import { expressionBefore, suggest, type Suggestion, type Suggestions } from './completion.ts'
import type { KnownName } from './known-names.ts'
import { flatNames } from './flat-names.ts'

type Names = () => readonly KnownName[]
const CONTINUES = /^[\w$]*$/

function completion({ label, apply, kind, detail, info }: Suggestion, index: number): Completion {
  return {
    label,
    apply,
    type: kind === 'function' ? 'function' : 'property',
    boost: -Math.min(index, 99),
    ...(detail === '' ? {} : { detail }),
    ...(info === '' ? {} : { info }),
  }
}

function resultOf(found: Suggestions | null, start: number): CompletionResult | null {
  if (found === null || found.options.length === 0) return null
  return { from: start + found.from, options: found.options.map(completion), validFor: CONTINUES }
}

export function expressionSource(names: Names): CompletionSource {
  return (context) => resultOf(suggest(context.state.sliceDoc(0, context.pos), names(), context.explicit), 0)
}

export function templateSource(names: Names): CompletionSource {
  return (context) => {
    const inside = expressionBefore(context.state.doc.toString(), context.pos)
    if (inside !== null) return resultOf(suggest(inside.before, names(), context.explicit), inside.start)
    return references(context, names)
  }
}

function references(context: CompletionContext, names: Names): CompletionResult | null {
  const brace = context.matchBefore(/\{[\w.]*/)
  if (brace === null && !context.explicit) return null
  const options = flatNames(names()).map(({ path, type, help }, index): Completion => {
    const detail = type === 'any' ? '' : type
    return {
      label: `{${path}`,
      displayLabel: path,
      apply: `{% ${path} %}`,
      type: 'property',
      boost: -Math.min(index, 99),
      ...(detail === '' ? {} : { detail }),
      ...(help === undefined ? {} : { info: help }),
    }
  })
  // Filter the list while typing: a new query would leave nothing to accept until it returns.
  return brace === null
    ? { from: context.pos, options, filter: false }
    : { from: brace.from, options, validFor: /^\{[\w.]*$/ }
}
