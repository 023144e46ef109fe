import { useEffect, useRef } from 'react'
import { ExpressionFrame, type ExpressionFrameProps } from '../../../../ui/expression/ExpressionFrame.tsx'
import { isWithin, messagesAt } from '../../../../ui/schema-form/schema-field.tsx'
import { useBuilder } from '../model/builder-context.ts'
import type { Path } from '../model/places.ts'

export interface FieldWords {
  label: string
  path: Path
  required?: boolean | undefined
  description?: string | undefined
}

interface FieldFrameProps extends Omit<ExpressionFrameProps, 'place' | 'ref'> {
  path: Path
}

/** The first issue at a path; including nested ones unless `exact`. */
export function useIssueAt(path: Path, exact = false): string | undefined {
  const { issues } = useBuilder()
  return messagesAt(issues, path, exact)[0]
}

/** The frame of a control in the panel; the control takes the focus when its place is asked for. */
export function FieldFrame({ path, ...frame }: FieldFrameProps) {
  const { field } = useBuilder()
  const element = useRef<HTMLDivElement>(null)
  const asked = field !== null && isWithin(field, path) ? field.join('/') : null
  useEffect(() => {
    if (asked === null) return
    const target = element.current?.querySelector<HTMLElement>(
      '[contenteditable="true"], input:not([type="hidden"]), textarea, select',
    )
    element.current?.scrollIntoView({ block: 'nearest' })
    target?.focus({ preventScroll: true })
  }, [asked])
  return <ExpressionFrame {...frame} ref={element} place={path.join('.')} />
}
