import { IconLock } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Hue, hueVar } from './glyphs/hue.ts'
import classes from './KeyValueForm.module.css'
import { useEditing } from './useEditing.ts'

/**
 * A reading form: label left (120 px), value right, 32 px rows with a hairline, one or two columns. A field becomes
 * an input where one clicks (or presses Enter); Escape puts the old value back. Leaving the field, Enter in one line,
 * and Ctrl Enter keep the new one.
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
  /** Absent: the field can't be edited. One that is done with a choice closes itself. */
  editor?: (input: EditorProps, close: () => void) => ReactNode
  /** Called when Escape closes the editor: restore the old value. */
  onCancel?: () => void
  /** Called when the editor is left in any other way, or a radio button was clicked. */
  onLeave?: () => void
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
  /** Someone else is editing it: what to say, and their hue. */
  editedBy?: { text: string; hue: Hue }
}

/** One field of a `KeyValueForm`. */
export function KeyValue(props: KeyValueProps) {
  const { label, error, help, changed, required, wide } = props
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const { open, setOpen, close, events } = useEditing(props, row)
  return (
    <div
      className={classes.row}
      data-field={props.name}
      data-wide={wide || undefined}
      data-open={open || undefined}
      data-invalid={error !== undefined || undefined}
      ref={row}
      {...events}
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
  const { editedBy } = props
  return (
    <div
      className={classes.cell}
      data-cell
      style={editedBy && flagColors(editedBy.hue)}
      data-edited={editedBy && true}
    >
      <Field {...props} id={id} open={open} onOpen={() => setOpen(true)} close={close} />
      {error !== undefined && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {props.notes}
      {editedBy !== undefined && <span className={classes.flag}>{editedBy.text}</span>}
    </div>
  )
}

function flagColors(hue: Hue): CSSProperties {
  const colors = { '--kv-flag': hueVar(hue, 'solid'), '--kv-flag-soft': hueVar(hue, 'soft') }
  return { ...colors, '--kv-flag-text': hueVar(hue, 'text') } as CSSProperties // own variables
}
