import { type ReactNode, useEffect, useId, useRef } from 'react'
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
  const text = path.join('/')
  return issues.find((issue) => {
    const at = issue.path.join('/')
    return at === text || (!exact && at.startsWith(`${text}/`))
  })?.message
}

/** True if a problem points to this field, or to something inside it that no closer field shows. */
function leadsTo(field: Path, path: Path): boolean {
  return field.length >= path.length && path.every((part, at) => String(part) === String(field[at]))
}

export function FieldFrame(props: FieldFrameProps) {
  const { label, path, required, description, type, tools, error, below, children } = props
  const { field } = useBuilder()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const asked = field !== null && leadsTo(field, path) ? field.join('/') : null
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
