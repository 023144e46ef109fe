import { type ReactNode, useEffect, useId, useRef } from 'react'
import { isWithin, messagesAt } from '../../../../ui/schema-form/schema-field.tsx'
import { useBuilder } from '../model/builder-context.ts'
import type { Path } from '../model/places.ts'
import classes from './Expression.module.css'

export interface FieldWords {
  label: string
  path: Path
  required?: boolean | undefined
  description?: string | undefined
}

interface FieldFrameProps extends FieldWords {
  type?: string | undefined
  tools?: ReactNode
  error?: string | undefined
  below?: ReactNode
  /** The control must use these IDs so that the label and help describe it. */
  children: (ids: { label: string; describedBy: string | undefined }) => ReactNode
}

/** The first issue at a path; including nested ones unless `exact`. */
export function useIssueAt(path: Path, exact = false): string | undefined {
  const { issues } = useBuilder()
  return messagesAt(issues, path, exact)[0]
}

export function FieldFrame(props: FieldFrameProps) {
  const { label, path, required, description, type, tools, error, below, children } = props
  const { field } = useBuilder()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const asked = field !== null && isWithin(field, path) ? field.join('/') : null
  useEffect(() => {
    if (asked === null) return
    const target = frame.current?.querySelector<HTMLElement>(
      '[contenteditable="true"], input:not([type="hidden"]), textarea, select',
    )
    frame.current?.scrollIntoView({ block: 'nearest' })
    target?.focus({ preventScroll: true })
  }, [asked])
  const described = [description === undefined ? '' : `${id}-help`, error === undefined ? '' : `${id}-error`]
    .filter((one) => one !== '')
    .join(' ')
  return (
    <div className={classes.frame} ref={frame} data-path={path.join('.')}>
      <div className={classes.head}>
        <span className={classes.label} id={`${id}-label`}>
          {label}
          {required === true && (
            <span className={classes.required} aria-hidden>
              {' '}
              *
            </span>
          )}
        </span>
        {type !== undefined && <span className={classes.type}>{type}</span>}
        {tools}
      </div>
      {children({ label: `${id}-label`, describedBy: described === '' ? undefined : described })}
      {below}
      {description !== undefined && (
        <p className={classes.description} id={`${id}-help`}>
          {description}
        </p>
      )}
      {error !== undefined && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
