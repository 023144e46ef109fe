import type { RunSummary, StepError, StepView } from '@caseloom/contract/automation/automation'
import type { z } from 'zod'

/** Replaces a message that may quote data of the run. */
export const HIDDEN_MESSAGE = 'You don’t have permission to see the details of this error.'

/** What everyone who sees runs may see of an error: its code and the step, never what it says. */
export function closedError(error: StepError): StepError {
  const { code, retryable, detail } = error
  const step =
    typeof detail === 'object' && detail !== null && !Array.isArray(detail) ? detail['step'] : undefined
  return {
    code,
    message: HIDDEN_MESSAGE,
    ...(retryable === undefined ? {} : { retryable }),
    ...(typeof step === 'string' ? { detail: { step } } : {}),
  }
}

/** A run as those see it who may not see its data. */
export function closedSummary<Run extends Pick<RunSummary, 'error'>>(run: Run): Run {
  return run.error === null ? run : { ...run, error: closedError(run.error) }
}

type Step = z.infer<typeof StepView>

/** State, times and name of a step. */
export function closedStep(step: Step): Step {
  return {
    ...step,
    input: null,
    output: null,
    error: step.error === null ? null : closedError(step.error),
    attempts: step.attempts.map((attempt) => closedSummary(attempt)),
  }
}
