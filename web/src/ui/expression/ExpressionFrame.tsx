import { type ReactNode, type Ref, useId } from 'react'
import classes from './Expression.module.css'

export interface ExpressionFrameProps {
  label: string
  required?: boolean | undefined
  description?: string | undefined
  /** At the right of the label. */
  type?: string | undefined
  tools?: ReactNode
  error?: string | undefined
  below?: ReactNode
  /** Names the place that the control edits. */
  place?: string | undefined
  ref?: Ref<HTMLDivElement>
  /** The control must use these IDs so that the label and help describe it. */
  children: (ids: { label: string; describedBy: string | undefined }) => ReactNode
}

/** A control with its label, type, and tools above, and its result, help, and fault below. */
export function ExpressionFrame(props: ExpressionFrameProps) {
  const { label, required, description, type, tools, error, below, place, ref, children } = props
  const id = useId()
  const described = [description === undefined ? '' : `${id}-help`, error === undefined ? '' : `${id}-error`]
    .filter((one) => one !== '')
    .join(' ')
  return (
    <div className={classes.frame} ref={ref} data-path={place}>
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
