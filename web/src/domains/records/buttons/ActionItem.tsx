import type { ButtonView } from '@caseloom/contract/automation/triggers'
import { Menu } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { addTexts } from '../../../ui/text/i18n.ts'
import { statementEn } from '../../../ui/statement/statement.en.ts'
import classes from './ActionItem.module.css'
import { doesOf } from './does-of.ts'

addTexts('statement', statementEn)

/** A button as a menu item, with what its playbook does. */
export function ActionItem({ button, onStart }: { button: ButtonView; onStart: () => void }) {
  return (
    <Menu.Item
      leftSection={<IconPlayerPlay size={16} stroke={1.6} aria-hidden />}
      classNames={{ item: classes.item ?? '' }}
      onClick={onStart}
    >
      <span className={classes.label}>{button.label}</span>
      <span className={classes.does}>{doesOf(button)}</span>
    </Menu.Item>
  )
}
