import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3, IconPin, IconPinFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './ColumnsMenu.module.css'
import { Tick } from './Tick.tsx'
import {
  type ColumnLayout,
  moveColumn,
  NO_LAYOUT,
  orderedColumns,
  pinColumn,
  toggleColumn,
} from './grid-column.ts'
import { addTexts } from '../text/i18n.ts'
import { workEn } from '../text/work.en.ts'

addTexts('ui', workEn)

interface ColumnsMenuProps {
  columns: readonly { key: string; label: string; title?: boolean }[]
  layout: ColumnLayout
  onLayout: (layout: ColumnLayout) => void
}

/** Goes with a `DataGrid` of the same layout. */
export function ColumnsMenu({ columns, layout, onLayout }: ColumnsMenuProps) {
  const { t } = useTranslation('ui')
  const ordered = orderedColumns(columns, layout)
  return (
    <Popover position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <Button variant="subtle" leftSection={<IconColumns3 size={16} stroke={1.6} aria-hidden />}>
          {t('grid.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('grid.chooseColumns')}>
        <ColumnsList ordered={ordered} layout={layout} onLayout={onLayout} columns={columns} />
        <div className={classes.footer}>
          <Button variant="subtle" onClick={() => onLayout(NO_LAYOUT)}>
            {t('grid.resetColumns')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface ColumnsListProps {
  ordered: { key: string; label: string; title?: boolean }[]
  layout: ColumnsMenuProps['layout']
  onLayout: ColumnsMenuProps['onLayout']
  columns: readonly { key: string; label: string; title?: boolean }[]
}

function ColumnsList({ ordered, layout, onLayout, columns }: ColumnsListProps) {
  const { t } = useTranslation('ui')
  return (
    <ul className={classes.list}>
      {ordered.map((column, index) => (
        <li key={column.key} className={classes.item}>
          <label className={classes.choice}>
            <Tick
              label={column.label}
              checked={column.title === true || !layout.hidden.includes(column.key)}
              disabled={column.title === true}
              onChange={() => onLayout(toggleColumn(layout, column.key))}
            />
            {column.label}
          </label>
          <ActionIcon
            size={24}
            aria-label={t('grid.pin', { column: column.label })}
            aria-pressed={layout.pinned?.includes(column.key) === true}
            onClick={() => onLayout(pinColumn(layout, column.key))}
          >
            {layout.pinned?.includes(column.key) === true ? (
              <IconPinFilled size={14} aria-hidden />
            ) : (
              <IconPin size={14} stroke={1.7} aria-hidden />
            )}
          </ActionIcon>
          <ActionIcon
            size={24}
            aria-label={t('grid.moveUp', { column: column.label })}
            disabled={index === 0}
            onClick={() => onLayout(moveColumn(columns, layout, column.key, -1))}
          >
            <IconArrowUp size={14} stroke={1.7} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={24}
            aria-label={t('grid.moveDown', { column: column.label })}
            disabled={index === ordered.length - 1}
            onClick={() => onLayout(moveColumn(columns, layout, column.key, 1))}
          >
            <IconArrowDown size={14} stroke={1.7} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
