import type { CompletionSource } from '@codemirror/autocomplete'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { printDocument } from '@caseloom/playbook/document-text'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../../ui/CopyButton.tsx'
import { addTexts } from '../../../../ui/text/i18n.ts'
import { useBuilder } from '../model/builder-context.ts'
import type { EditorHandle } from '../../../../ui/expression/CodeEditor.tsx'
import { LazyCodeEditor } from '../../../../ui/expression/LazyCodeEditor.tsx'
import { panelEn } from '../parts/panel.en.ts'
import classes from './Yaml.module.css'
import { type Path, pathOfNode } from '../model/places.ts'
import { marksOf, offsetOf, type ReadText, readText } from './yaml-marks.ts'
import { yamlSuggest } from './yaml-suggestions.ts'

addTexts('panel', panelEn)

/** The draft as YAML: edits apply once they parse; canvas changes appear here. */
export function YamlView() {
  const { t } = useTranslation('panel')
  const { document, edit, issues, actions, readOnly, field } = useBuilder()
  const [typed, setTyped] = useState<{ text: string; of: JsonObject } | null>(null)
  const isMine = typed !== null && same(typed.of, document)
  const printed = useMemo(() => printDocument(document), [document])
  const text = isMine ? typed.text : printed
  const read = useMemo(() => readText(text, t('yaml.noObject')), [text, t])
  const marks = useMemo(() => marksOf(text, issues, read), [text, issues, read])
  const editor = useRef<EditorHandle | null>(null)
  const onReady = useCallback((handle: EditorHandle | null) => {
    editor.current = handle
  }, [])
  const led = useRef<Path | null>(null)
  useEffect(() => {
    // Only a clicked problem moves the cursor, once; not every text change.
    if (field === null || field === led.current || !read.ok) return
    led.current = field
    editor.current?.focus(offsetOf(text, read.locate(field)))
  }, [field, read, text])
  useFollow(editor, text, read)
  const complete = useCallback<CompletionSource>(
    (context) => {
      const found = yamlSuggest(context.state.doc.toString(), context.pos, actions)
      if (found === null || (found.from === context.pos && !context.explicit)) return null
      return {
        from: found.from,
        options: found.options.map(({ label, detail }) => ({ label, type: 'property', detail })),
        validFor: /^[\w.-]*$/,
      }
    },
    [actions],
  )
  const change = (next: string) => {
    const now = readText(next, '')
    setTyped({ text: next, of: now.ok ? now.document : document })
    if (now.ok && !same(now.document, document)) edit(t('change.text'), () => now.document, 'yaml')
  }
  return (
    <section className={classes.view} aria-label={t('yaml.label')}>
      <header className={classes.bar}>
        <span className={classes.state} role="status" data-bad={!read.ok || undefined}>
          {read.ok
            ? t(issues.length === 0 ? 'yaml.good' : 'yaml.problems', { count: issues.length })
            : t('yaml.unread')}
        </span>
        <span className={classes.note} title={t('yaml.comments')}>
          {t('yaml.comments')}
        </span>
        <CopyButton value={() => text} label={t('yaml.copy')} />
      </header>
      <div className={classes.editor}>
        <LazyCodeEditor
          language="yaml"
          label={t('yaml.document')}
          page
          value={text}
          marks={marks}
          readOnly={readOnly}
          invalid={!read.ok}
          complete={complete}
          onReady={onReady}
          onChange={change}
        />
      </div>
    </section>
  )
}

/** Reveals the node selected on the canvas without moving the focus. */
function useFollow(editor: RefObject<EditorHandle | null>, text: string, read: ReadText): void {
  const { selection, document } = useBuilder()
  const [node] = selection
  const shown = useRef<string | null>(null)
  useEffect(() => {
    const chosen = selection.length === 1 ? node : undefined
    if (chosen === undefined || chosen === shown.current || !read.ok) return
    shown.current = chosen
    const path = pathOfNode(document, chosen)
    if (path !== undefined) editor.current?.reveal(offsetOf(text, read.locate(path)))
  }, [editor, node, selection, document, text, read])
}

function same(a: JsonObject, b: JsonObject): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
