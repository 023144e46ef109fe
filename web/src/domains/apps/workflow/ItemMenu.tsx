import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../../ui/Kbd.tsx'
import type { ItemActions } from './useItemActions.ts'

interface ItemMenuProps {
  id: string
  isOff: boolean
  actions: ItemActions
  /** Rules can have others nested in them, and an else. */
  isRule?: boolean
}

export function ItemMenu({ id, isOff, actions, isRule = false }: ItemMenuProps) {
  const { t } = useTranslation('workflow-editor')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('more')} title={t('more')}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isRule ? (
          <>
            <Menu.Item onClick={() => actions.addRule(id)}>{t('addAfter')}</Menu.Item>
            <Menu.Item onClick={() => actions.addRuleIn(id)}>{t('addNested')}</Menu.Item>
            <Menu.Item onClick={() => actions.addElse(id)}>{t('addElse')}</Menu.Item>
          </>
        ) : (
          <Menu.Item onClick={() => actions.addStage(id)}>{t('addStageAfter')}</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => actions.duplicate(id)}>{t('duplicate')}</Menu.Item>
        <Menu.Item onClick={() => actions.copy(id)}>{t('copy')}</Menu.Item>
        <Menu.Item onClick={() => actions.cut(id)}>{t('cut')}</Menu.Item>
        <Menu.Item onClick={() => void actions.paste(id)}>{t('paste')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item rightSection={<Kbd keys="D" />} onClick={() => actions.toggle(id)}>
          {t(isOff ? 'turnOn' : 'turnOff')}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => actions.remove(id)}>
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
