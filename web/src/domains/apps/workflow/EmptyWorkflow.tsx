import { IconPlus, IconTemplate } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { EmptyState, StartCard } from '../../../ui/EmptyState.tsx'
import { useWorkflow } from './model/editor-context.ts'
import { PATTERNS, stageOfPattern } from './patterns.ts'
import classes from './WorkflowView.module.css'

/** A workflow without stages: two ways to start one. */
export function EmptyWorkflow({ onRule }: { onRule: () => void }) {
  const { t } = useTranslation('workflow-editor')
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <div className={classes.empty}>
      <EmptyState title={t('empty.title')} text={t('empty.text')}>
        <StartCard
          icon={<IconPlus size={18} stroke={1.6} />}
          title={t('addARule')}
          text={t('empty.rule')}
          onClick={onRule}
        />
        <StartCard
          icon={<IconTemplate size={18} stroke={1.6} />}
          title={t('startFromPattern')}
          text={t('empty.pattern')}
          onClick={() => setIsChoosing(true)}
        />
      </EmptyState>
      {isChoosing && <PatternDialog onClose={() => setIsChoosing(false)} />}
    </div>
  )
}

/** Patterns that the fields of the app allow add a stage that works; the others say what they lack. */
export function PatternDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('workflow-editor')
  const { workflow, edited, change, select } = useWorkflow()
  return (
    <Dialog onClose={onClose} title={t('startFromPattern')} size={560}>
      <div className={classes.patterns}>
        {PATTERNS.map((pattern) => {
          const made = stageOfPattern(pattern, edited.draft, {
            title: t(`patterns.${pattern}.stage`),
            message: t('patterns.message'),
          })
          return (
            <button
              key={pattern}
              type="button"
              className={classes.pattern}
              disabled={made === null}
              onClick={() => {
                if (made === null) return
                change({ ...workflow, stages: [...workflow.stages, made] })
                select(made.branches[0]?.rules[0]?.id ?? made.id, 'when')
                onClose()
              }}
            >
              <strong>{t(`patterns.${pattern}.title`)}</strong>
              <span>{t(made === null ? `patterns.${pattern}.needs` : `patterns.${pattern}.text`)}</span>
            </button>
          )
        })}
      </div>
    </Dialog>
  )
}
