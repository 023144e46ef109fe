import type { WorkflowAction, WorkflowRule } from '@caseloom/contract/apps/workflow'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconListTree, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VerbGlyph, type WorkflowVerb } from '../../../field-types/workflow/LogicGlyph.tsx'
import { ActionForm } from './ActionForm.tsx'
import { useWorkflow } from './model/editor-context.ts'
import classes from './ItemPanel.module.css'
import { ItemProblems } from './ItemProblems.tsx'
import { LayoutPicker } from './LayoutPicker.tsx'
import { newAction, targetsOf, VERB_GROUPS } from './new-action.ts'
import { changeAction, changeRule, removeItem, stepItem } from './model/workflow-tree.ts'

/** What a rule does: its actions in order, each with its settings. */
export function ThenEditor({ rule, current }: { rule: WorkflowRule; current: string | null }) {
  const { t } = useTranslation('workflow-editor')
  const [isPicking, setIsPicking] = useState(false)
  return (
    <>
      <div>
        <Button
          leftSection={<IconListTree size={14} stroke={1.7} aria-hidden />}
          onClick={() => setIsPicking(true)}
        >
          {t('picker.open')}
        </Button>
      </div>
      {rule.actions.length === 0 && <p className={classes.quiet}>{t('noActions')}</p>}
      {rule.actions.map((action, at) => (
        <ActionCard
          key={action.id}
          action={action}
          isCurrent={action.id === current}
          isFirst={at === 0}
          isLast={at === rule.actions.length - 1}
        />
      ))}
      <AddAction rule={rule} />
      {isPicking && <LayoutPicker rule={rule} onClose={() => setIsPicking(false)} />}
    </>
  )
}

function AddAction({ rule }: { rule: WorkflowRule }) {
  const { t } = useTranslation('workflow-editor')
  const { workflow, words, edited, change, buttons } = useWorkflow()
  const targets = targetsOf(edited.draft, buttons)
  const add = (verb: WorkflowVerb) => {
    const action = newAction(verb, targets)
    if (action !== null)
      change(changeRule(workflow, rule.id, (one) => ({ ...one, actions: [...one.actions, action] })))
  }
  return (
    <div>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}>{t('addAction')}</Button>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflow: 'auto' }}>
          {VERB_GROUPS.map(({ group, verbs }) => (
            <div key={group} role="group" aria-label={t(`verbGroups.${group}`)}>
              <Menu.Label>{t(`verbGroups.${group}`)}</Menu.Label>
              {verbs
                .filter((verb) => newAction(verb, targets) !== null)
                .map((verb) => (
                  <Menu.Item key={verb} leftSection={<VerbGlyph verb={verb} />} onClick={() => add(verb)}>
                    {words.say(`verbs.${verb}`)}
                  </Menu.Item>
                ))}
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

interface ActionCardProps {
  action: WorkflowAction
  isCurrent: boolean
  isFirst: boolean
  isLast: boolean
}

function ActionCard({ action, isCurrent, isFirst, isLast }: ActionCardProps) {
  const { t } = useTranslation('workflow-editor')
  const { workflow, words, change } = useWorkflow()
  const name = words.say(`verbs.${action.do}`)
  return (
    <section className={classes.action} data-current={isCurrent || undefined} aria-label={name}>
      <div className={classes.actionHead}>
        <VerbGlyph verb={action.do} />
        <strong>{name}</strong>
        <ActionIcon
          size={24}
          aria-label={t('moveUp', { name })}
          disabled={isFirst}
          onClick={() => change(stepItem(workflow, action.id, -1))}
        >
          <IconArrowUp size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size={24}
          aria-label={t('moveDown', { name })}
          disabled={isLast}
          onClick={() => change(stepItem(workflow, action.id, 1))}
        >
          <IconArrowDown size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size={24}
          aria-label={t('removeAction', { name })}
          title={t('removeAction', { name })}
          onClick={() => change(removeItem(workflow, action.id))}
        >
          <IconX size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
      <ItemProblems id={action.id} />
      <ActionForm
        action={action}
        onChange={(next) =>
          change(
            changeAction(workflow, action.id, () => next),
            `${action.id}.form`,
          )
        }
      />
    </section>
  )
}
