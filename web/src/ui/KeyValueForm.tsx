import { IconLock } from '@tabler/icons-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import classes from './KeyValueForm.module.css'

/**
 * A reading form: label left (120 px), value right, 32 px rows with a hairline, one or two columns. A field becomes
 * an input where one clicks (or presses Enter); Escape puts the old value back, leaving the field keeps the new one.
 *
 *   <KeyValueForm columns={2}>
 *     <KeyValue label="Severity" value={<Severity value="high">High</Severity>}
 *       editor={(input) => <Select {...input} data={…} value={…} onChange={…} />}
 *       onCancel={() => reset('severity')} error={errors.severity} changed={dirty.severity} />
 *     <KeyValue label="Created" value={<DateTime at={…} />} locked />
 *     <KeyValue label="Summary" wide … />            // over both columns, for long texts
 *   </KeyValueForm>
 *
 * The caller keeps the values (one form state for the page), so nothing is lost while a field is closed.
 */
export function KeyValueForm({
  children,
  columns = 2,
  titled = false,
}: {
  children: ReactNode
  columns?: 1 | 2
  /** The heading above already names its only field: no label beside it. */
  titled?: boolean
}) {
  return (
    <div className={classes.form} data-columns={columns} data-titled={titled || undefined}>
      {children}
    </div>
  )
}

/** What the editor must spread on its input so that the label names it and keys work. */
export interface EditorProps {
  id: string
  'aria-labelledby': string
  'aria-describedby'?: string
  'aria-invalid'?: true
  autoFocus: true
}

interface KeyValueProps {
  label: string
  /** Null or undefined shows `empty`. */
  value: ReactNode
  empty?: string
  /** Absent: the field can't be edited. */
  editor?: (input: EditorProps, close: () => void) => ReactNode
  /** Called when Escape closes the editor: restore the old value. */
  onCancel?: () => void
  /** Shown with a lock: read-only by definition or permission. */
  locked?: boolean
  error?: string | undefined
  help?: string | undefined
  /** Changed but not saved yet. */
  changed?: boolean
  required?: boolean
  wide?: boolean
  multiline?: boolean
  /** Names the row for keys pressed in it. */
  name?: string
  /** At the end of the row, shown on hover and focus. */
  why?: ReactNode
  /** Under the value. */
  notes?: ReactNode
}

/** One field of a `KeyValueForm`. */
export function KeyValue(props: KeyValueProps) {
  const { label, error, help, changed, required, wide } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const refocus = useRef(false)
  useEffect(() => {
    if (open || !refocus.current) return
    refocus.current = false
    row.current?.querySelector<HTMLElement>('button')?.focus()
  }, [open])
  const close = () => setOpen(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    props.onCancel?.()
    refocus.current = true
    close()
  }
  const onBlur = (event: FocusEvent) => {
    if (!open || event.relatedTarget === null) return
    const to = event.relatedTarget
    // Dropdowns of selects and date pickers are in a portal: moving there isn't leaving.
    if (row.current?.contains(to) || to.closest('[data-portal]') !== null) return
    close()
  }
  return (
    <div
      className={classes.row}
      data-field={props.name}
      data-wide={wide || undefined}
      data-open={open || undefined}
      data-invalid={error !== undefined || undefined}
      ref={row}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <span className={classes.label} id={`${id}-label`} title={help} data-label>
        {label}
        {required === true && <span aria-hidden> *</span>}
        {changed === true && <span className={classes.changed} aria-hidden />}
      </span>
      <KeyCell props={props} id={id} open={open} setOpen={setOpen} close={close} error={error} />
      {props.why}
    </div>
  )
}

interface FieldProps extends KeyValueProps {
  id: string
  open: boolean
  onOpen: () => void
  close: () => void
}

function Field({
  id,
  label,
  value,
  empty,
  editor,
  locked,
  error,
  multiline,
  open,
  onOpen,
  close,
}: FieldProps) {
  const { t } = useTranslation('ui')
  const isEmpty = value === null || value === undefined || value === ''
  const shown = isEmpty ? <span className={classes.empty}>{empty ?? t('form.empty')}</span> : value
  if (open && editor !== undefined) {
    const described =
      error === undefined ? {} : ({ 'aria-describedby': `${id}-error`, 'aria-invalid': true } as const)
    return editor(
      { id: `${id}-input`, 'aria-labelledby': `${id}-label`, autoFocus: true, ...described },
      close,
    )
  }
  if (editor === undefined || locked === true) {
    return (
      <span className={classes.value} data-multiline={multiline || undefined}>
        {shown}
        {locked === true && (
          <span className={classes.lock} title={t('form.locked')}>
            <IconLock size={14} stroke={1.7} aria-label={t('form.locked')} role="img" />
          </span>
        )}
      </span>
    )
  }
  return (
    <span className={classes.editable}>
      <span className={classes.value} data-multiline={multiline || undefined}>
        {shown}
      </span>
      <button
        type="button"
        className={classes.edit}
        onClick={onOpen}
        aria-label={t('form.edit', { field: label })}
      />
    </span>
  )
}

interface KeyCellProps {
  props: KeyValueProps
  id: string
  open: boolean
  setOpen: (next: boolean) => void
  close: () => void
  error: string | undefined
}

function KeyCell({ props, id, open, setOpen, close, error }: KeyCellProps) {
  return (
    <div className={classes.cell}>
      <Field {...props} id={id} open={open} onOpen={() => setOpen(true)} close={close} />
      {error !== undefined && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {props.notes}
    </div>
  )
}
