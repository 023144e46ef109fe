import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete'
import { expressionBefore, suggest, type Suggestion, type Suggestions, type Usable } from './completion.ts'
import type { KnownName } from './known-name.ts'
import { flatNames } from './flat-names.ts'

type Use = () => Usable
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

export function expressionSource(usable: Use): CompletionSource {
  return (context) => resultOf(suggest(context.state.sliceDoc(0, context.pos), usable(), context.explicit), 0)
}

export function templateSource(usable: Use): CompletionSource {
  return (context) => {
    const inside = expressionBefore(context.state.doc.toString(), context.pos)
    if (inside !== null) return resultOf(suggest(inside.before, usable(), context.explicit), inside.start)
    return references(context, usable().names)
  }
}

function references(context: CompletionContext, names: readonly KnownName[]): CompletionResult | null {
  const brace = context.matchBefore(/\{[\w.]*/)
  if (brace === null && !context.explicit) return null
  const options = flatNames(names).map(({ path, type, help }, index): Completion => {
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
