import type { WorkflowStage } from '@caseloom/contract/apps/workflow'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DockPanel } from '../../../ui/admin/DockPanel.tsx'
import { useWorkflow } from './model/editor-context.ts'
import { ItemMenu } from './ItemMenu.tsx'
import { ItemProblems } from './ItemProblems.tsx'
import classes from './ItemPanel.module.css'
import { OccasionToggles } from './OccasionToggles.tsx'
import type { ItemActions } from './useItemActions.ts'
import { changeStage } from './model/workflow-tree.ts'

interface StagePanelProps {
  stage: WorkflowStage
  actions: ItemActions
  onClose: () => void
}

export function StagePanel({ stage, actions, onClose }: StagePanelProps) {
  const { t } = useTranslation('workflow-editor')
  const { workflow, change } = useWorkflow()
  const n = workflow.stages.findIndex(({ id }) => id === stage.id) + 1
  const set = (over: Partial<WorkflowStage>) =>
    change(
      changeStage(workflow, stage.id, (one) => ({ ...one, ...over })),
      `${stage.id}.${Object.keys(over).join()}`,
    )
  return (
    <DockPanel
      title={stage.title}
      subtitle={t('stageSubtitle', { n, count: workflow.stages.length })}
      actions={<ItemMenu id={stage.id} isOff={stage.off === true} actions={actions} />}
      onClose={onClose}
    >
      <div className={classes.form}>
        <ItemProblems id={stage.id} />
        <TextInput
          label={t('stageTitle')}
          maxLength={100}
          value={stage.title}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <OccasionToggles label={t('evaluateOn')} value={stage.on} onChange={(on) => set({ on })} />
        <Textarea
          label={t('note')}
          autosize
          minRows={2}
          maxLength={5_000}
          value={stage.note ?? ''}
          onChange={(event) => set({ note: event.currentTarget.value || undefined })}
        />
        <div>
          <Button onClick={() => actions.addRuleIn(stage.id)}>{t('addRule')}</Button>
        </div>
      </div>
    </DockPanel>
  )
}
