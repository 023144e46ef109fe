import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import classes from './RowMenuCell.module.css'

/** The button at the end of a row that opens its menu: shown for the row under the pointer or the cursor. */
export function RowMenuCell({ label, onOpen }: { label: string; onOpen: (anchor: HTMLElement) => void }) {
  return (
    <div role="gridcell" className={classes.menuCell}>
      <ActionIcon
        size={24}
        variant="default"
        className={classes.menuButton ?? ''}
        aria-label={label}
        aria-haspopup="menu"
        tabIndex={-1}
        onClick={({ currentTarget }) => onOpen(currentTarget)}
      >
        <IconDots size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** The button that opens the menu of a row; null where rows have none. */
export function rowMenuButton(row: Element | null): HTMLElement | null {
  return row?.querySelector<HTMLElement>('[aria-haspopup="menu"]') ?? null
}
