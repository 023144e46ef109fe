import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodeEditorProps, EditorHandle } from './CodeEditor.tsx'
import { ExpressionFrame } from './ExpressionFrame.tsx'
import { type ExpressionFault, marksOf, placedMessage } from './faults.ts'
import type { KnownName } from './known-name.ts'
import { LazyCodeEditor } from './LazyCodeEditor.tsx'
import { ReferenceMenu } from './ReferenceMenu.tsx'

interface ExpressionFieldProps extends Pick<CodeEditorProps, 'functions' | 'pills' | 'maxLength'> {
  label: string
  description?: string | undefined
  /** What the expression should give, at the right of the label. */
  type: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  names: readonly KnownName[]
  faults: readonly ExpressionFault[]
  /** A fault of the whole, before those at their places. */
  error?: string | undefined
  /** The result. */
  below?: ReactNode
}

/** One path: another replaces it, since side by side they would be invalid. */
const PLAIN_PATH = /^\s*[\w$.`-]*\s*$/

/** One expression: code in which known names are pills, with completion, and its faults at their places. */
export function ExpressionField(props: ExpressionFieldProps) {
  const { label, description, type, value, onChange, onBlur, names, faults, error, below, ...look } = props
  const { t } = useTranslation()
  const editor = useRef<EditorHandle | null>(null)
  const onReady = useCallback((handle: EditorHandle | null) => {
    editor.current = handle
  }, [])
  const marks = useMemo(() => marksOf(faults, value), [faults, value])
  const messages = [
    ...(error === undefined ? [] : [error]),
    ...faults.map((fault) => placedMessage(fault, t)),
  ]
  const fault = messages.length === 0 ? undefined : [...new Set(messages)].join('. ')
  return (
    <ExpressionFrame
      label={label}
      description={description}
      type={type}
      error={fault}
      below={below}
      tools={
        <ReferenceMenu
          label={label}
          names={names}
          onPick={(path) => (PLAIN_PATH.test(value) ? onChange(path) : editor.current?.insert(path))}
        />
      }
    >
      {({ describedBy }) => (
        <div onBlur={onBlur}>
          <LazyCodeEditor
            {...look}
            language="expression"
            label={label}
            value={value}
            names={names}
            marks={marks}
            invalid={fault !== undefined}
            describedBy={describedBy}
            onReady={onReady}
            onChange={onChange}
          />
        </div>
      )}
    </ExpressionFrame>
  )
}
