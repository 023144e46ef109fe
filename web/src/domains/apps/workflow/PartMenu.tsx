import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../../ui/Kbd.tsx'
import { type Changed, duplicatePart, groupPart, movePart, removePart } from './when-tree.ts'
import type { WhenGroup, WhenPart } from './when-tree.ts'

interface PartMenuProps {
  tree: WhenGroup
  part: WhenPart
  onChange: (changed: Changed) => void
}

/** What can be done with a condition or a group of conditions. */
export function PartMenu({ tree, part: { id, kind }, onChange }: PartMenuProps) {
  const { t } = useTranslation('workflow-editor')
  // What was chosen moves the focus itself.
  const [isChosen, setIsChosen] = useState(false)
  const apply = (changed: Changed) => {
    setIsChosen(true)
    onChange(changed)
  }
  const label = t(kind === 'group' ? 'groupMenu' : 'conditionMenu')
  const item = (text: string, changed: Changed | null, keys?: string) => (
    <Menu.Item
      disabled={changed === null}
      rightSection={keys === undefined ? undefined : <Kbd keys={keys} />}
      onClick={() => changed !== null && apply(changed)}
    >
      {text}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end" withinPortal returnFocus={!isChosen} onOpen={() => setIsChosen(false)}>
      <Menu.Target>
        <ActionIcon aria-label={label} title={label} data-part={id}>
          <IconDots size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item(t('duplicate'), duplicatePart(tree, id))}
        {item(t('conditionUp'), movePart(tree, id, -1), 'Alt ↑')}
        {item(t('conditionDown'), movePart(tree, id, 1), 'Alt ↓')}
        {kind === 'test' && item(t('turnIntoGroup'), groupPart(tree, id))}
        <Menu.Divider />
        <Menu.Item
          color="red"
          onClick={() => {
            const removed = removePart(tree, id)
            if (removed !== null) apply(removed)
          }}
        >
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
