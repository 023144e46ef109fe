import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionSource,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import classes from './Expression.module.css'
import { changeBetween } from './change-between.ts'
import { editorLook } from './editor-theme.ts'
import { expressionLanguage, templateLanguage } from './jsonata-tokens.ts'
import { expressionSource, templateSource } from './name-completion.ts'
import { type PillLook, pillView } from './pill-view.ts'
import type { FunctionHelp } from './functions.ts'
import type { KnownName } from './known-name.ts'

export type CodeLanguage = 'expression' | 'template' | 'yaml' | 'json' | 'javascript'

export interface Mark {
  from: number
  to: number
  message: string
  severity: 'error' | 'warning'
}

export interface EditorHandle {
  insert: (text: string) => void
  focus: (at?: number) => void
  /** Scrolls to a position and marks its line without moving the focus. */
  reveal: (at: number) => void
}

export interface CodeEditorProps {
  value: string
  onChange: (value: string) => void
  language: CodeLanguage
  label: string
  describedBy?: string | undefined
  readOnly?: boolean
  invalid?: boolean
  hint?: string | undefined
  names?: readonly KnownName[]
  /** Functions that are suggested; all when absent. */
  functions?: readonly FunctionHelp[] | undefined
  pills?: PillLook | undefined
  maxLength?: number | undefined
  complete?: CompletionSource
  marks?: readonly Mark[]
  singleLine?: boolean
  /** Full editor: line numbers, folding, search; Tab indents, Escape then Tab leaves. */
  page?: boolean
  onReady?: (handle: EditorHandle | null) => void
}

const NO_NAMES: readonly KnownName[] = []

/** Import `LazyCodeEditor` instead, so that this loads on first use. */
export function CodeEditor(props: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const { value, marks, readOnly = false, label, describedBy, invalid = false, page = false } = props
  const changing = useRef(new Compartment())
  const manner = useRef(new Compartment())
  const { language, singleLine = false, hint = '', pills, maxLength } = props
  useEffect(() => {
    if (host.current === null) return
    const made = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          changing.current.of([]),
          manner.current.of([]),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return
            const text = update.state.doc.toString()
            if (text !== latest.current.value) latest.current.onChange(text)
          }),
        ],
      }),
    })
    view.current = made
    latest.current.onReady?.(handleOf(made))
    return () => {
      latest.current.onReady?.(null)
      made.destroy()
      view.current = null
    }
  }, [])
  // Reconfigured rather than recreated: a new editor would lose the focus.
  useEffect(() => {
    const extensions = extensionsOf(
      language,
      { page, singleLine, hint, pills, maxLength },
      () => latest.current,
    )
    view.current?.dispatch({ effects: manner.current.reconfigure(extensions) })
  }, [language, page, singleLine, hint, pills, maxLength])
  useEffect(() => {
    const attributes: Record<string, string> = {
      'aria-label': label,
      // Accessibility checkers require it once the text scrolls.
      tabindex: '0',
      'aria-invalid': String(invalid),
      ...(readOnly ? { 'aria-readonly': 'true' } : {}),
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    }
    view.current?.dispatch({
      effects: changing.current.reconfigure([
        EditorView.contentAttributes.of(attributes),
        EditorState.readOnly.of(readOnly),
      ]),
    })
  }, [label, describedBy, invalid, readOnly])
  useEffect(() => {
    const current = view.current
    if (current === null) return
    const text = current.state.doc.toString()
    // Expressions are stored trimmed; trimming under the caret would join two words.
    if (text === value || (language === 'expression' && text.trim() === value.trim())) return
    current.dispatch({ changes: changeBetween(text, value) })
  }, [value, language])
  useEffect(() => {
    const current = view.current
    if (current === null) return
    const end = Math.min(value.length, current.state.doc.length)
    const within = (marks ?? []).map((mark) => {
      const from = Math.min(mark.from, end)
      return { ...mark, from, to: Math.min(Math.max(mark.to, from), end) }
    })
    current.dispatch(setDiagnostics(current.state, within))
  }, [marks, value])
  return (
    <div ref={host} className={page ? classes.page : classes.editor} data-invalid={invalid || undefined} />
  )
}

interface Manner extends Pick<CodeEditorProps, 'pills' | 'maxLength'> {
  page: boolean
  singleLine: boolean
  hint: string
}

function extensionsOf(
  language: CodeLanguage,
  { page, singleLine, hint, pills, maxLength }: Manner,
  latest: () => CodeEditorProps,
): Extension[] {
  const usable = () => ({ names: latest().names ?? NO_NAMES, functions: latest().functions })
  const source: CompletionSource = (context) => {
    const { complete } = latest()
    if (complete !== undefined) return complete(context)
    if (language === 'expression') return expressionSource(usable)(context)
    return language === 'template' ? templateSource(usable)(context) : null
  }
  return [
    history(),
    editorLook(language === 'template'),
    languageOf(language),
    language === 'javascript'
      ? []
      : // In a single line, Enter has no other meaning: accept suggestions immediately.
        autocompletion({ override: [source], icons: false, interactionDelay: singleLine ? 0 : 75 }),
    pills === undefined ? [] : pillView(pills),
    language === 'template' ? [] : [bracketMatching(), closeBrackets(), EditorView.lineWrapping],
    maxLength === undefined ? [] : withinLength(maxLength),
    singleLine ? keymap.of([{ key: 'Enter', run: () => true }]) : [],
    hint === '' ? [] : placeholder(hint),
    page
      ? [lineNumbers(), foldGutter(), highlightActiveLine(), highlightSelectionMatches(), lintGutter()]
      : [],
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...(page ? [indentWithTab, ...searchKeymap, ...foldKeymap] : []),
      ...historyKeymap,
      ...defaultKeymap,
    ]),
  ]
}

/** Refuses what would make a text too long; a text that is too long already can become shorter. */
function withinLength(max: number): Extension {
  return EditorState.changeFilter.of(
    ({ newDoc, startState }) => newDoc.length <= max || newDoc.length < startState.doc.length,
  )
}

function languageOf(language: CodeLanguage): Extension {
  switch (language) {
    case 'expression':
      return expressionLanguage
    case 'template':
      return templateLanguage
    case 'yaml':
      return yaml()
    case 'json':
      return json()
    case 'javascript':
      return javascript()
  }
}

function handleOf(view: EditorView): EditorHandle {
  return {
    insert(text) {
      const { from, to } = view.state.selection.main
      view.dispatch({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        userEvent: 'input',
      })
      view.focus()
      if (text.endsWith('.')) startCompletion(view)
    },
    focus(at) {
      if (at !== undefined) {
        const anchor = Math.min(at, view.state.doc.length)
        view.dispatch({ selection: { anchor }, scrollIntoView: true })
      }
      view.focus()
    },
    reveal(at) {
      const anchor = Math.min(at, view.state.doc.length)
      const effects = EditorView.scrollIntoView(anchor, { y: 'start', yMargin: 40 })
      view.dispatch({ selection: { anchor }, effects })
    },
  }
}
