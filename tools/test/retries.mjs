import { appendFileSync } from 'node:fs'

/** Vitest reporter: writes the tests that passed only when they were tried again, a line each, with their first fault. */
export default class SecondTries {
  onTestCaseResult(test) {
    const file = process.env.CASELOOM_TEST_SECOND_TRIES
    if (file === undefined || test.diagnostic()?.flaky !== true) return
    const fault = test.result().errors?.[0]?.message?.split('\n', 1)[0] ?? ''
    appendFileSync(file, `${test.module.moduleId}: ${test.fullName}: ${fault.slice(0, 300)}\n`)
  }
}
