import { Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBuilder } from '../model/builder-context.ts'
import { findStep, triggerKeyOf } from '../model/places.ts'
import { unwrap, wrapInBlock } from '../model/shape.ts'
import classes from './Canvas.module.css'
import { beginStep } from './palette-items.ts'
import type { CanvasCommands } from './useCanvasKeys.ts'

const BLOCKS = ['flow.forEach', 'flow.repeat', 'flow.try', 'flow.parallel']

export function BulkTools({ commands }: { commands: CanvasCommands }) {
  const { t } = useTranslation('builder')
  const { document: draft, selection, select, edit, actions } = useBuilder()
  const steps = selection.filter((node) => triggerKeyOf(node) === null && !node.startsWith('note/'))
  const [only] = steps
  const isBlock = steps.length === 1 && only !== undefined && BLOCKS.includes(actionOf(only))
  if (selection.length < 2 && !isBlock) return null
  function actionOf(key: string): string {
    return String(findStep(draft, key)?.step['action'] ?? '')
  }
  const wrap = (name: string) => {
    const block = beginStep({ name, title: actions.get(name)?.title ?? name })
    const { key: _key, ...rest } = block
    const made = wrapInBlock(draft, steps, rest)
    if (made === null) return
    edit(t('undo.wrap'), () => made.document)
    select(made.key)
  }
  const isOneList = new Set(steps.map((key) => findStep(draft, key)?.list.join('/'))).size === 1
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('bulk.label')}>
      <span>{t('bulk.count', { count: selection.length })}</span>
      {steps.length > 0 && (
        <BulkButtons commands={commands} isOneList={isOneList} wrap={wrap} actions={actions} />
      )}
      {isBlock && (
        <Button
          variant="subtle"
          onClick={() => {
            edit(t('undo.unwrap'), (document) => unwrap(document, only))
            select(null)
          }}
        >
          {t('bulk.unwrap')}
        </Button>
      )}
      <Button variant="subtle" color="red" onClick={commands.remove}>
        {t('bulk.remove')}
      </Button>
      <Button variant="subtle" onClick={() => select(null)}>
        {t('bulk.clear')}
      </Button>
    </div>
  )
}

interface BulkButtonsProps {
  commands: CanvasCommands
  isOneList: boolean
  wrap: (name: string) => void
  actions: ReturnType<typeof useBuilder>['actions']
}

function BulkButtons({ commands, isOneList, wrap, actions }: BulkButtonsProps) {
  const { t } = useTranslation('builder')
  return (
    <>
      <Button variant="subtle" onClick={commands.duplicate}>
        {t('bulk.duplicate')}
      </Button>
      <Button variant="subtle" onClick={commands.copy}>
        {t('bulk.copy')}
      </Button>
      {isOneList && (
        <Menu position="top">
          <Menu.Target>
            <Button variant="subtle">{t('bulk.wrap')}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {BLOCKS.map((name) => (
              <Menu.Item key={name} onClick={() => wrap(name)}>
                {actions.get(name)?.title ?? name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
