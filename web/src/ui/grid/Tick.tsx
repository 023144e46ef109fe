import classes from './Tick.module.css'

interface TickProps {
  label: string
  checked: boolean
  indeterminate?: boolean
  disabled?: boolean
  tabIndex?: number
  onChange: (shift: boolean) => void
}

/** A native checkbox, so that thousands of rows stay light. */
export function Tick({
  label,
  checked,
  indeterminate = false,
  disabled = false,
  tabIndex,
  onChange,
}: TickProps) {
  return (
    <input
      type="checkbox"
      className={classes.tick}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      tabIndex={tabIndex}
      ref={(element) => {
        if (element !== null) element.indeterminate = indeterminate
      }}
      onChange={(event) => onChange(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
      onClick={(event) => event.stopPropagation()}
    />
  )
}
