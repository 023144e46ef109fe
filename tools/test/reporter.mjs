import { appendFileSync } from 'node:fs'

function write(name, line) {
  const file = process.env[name]
  if (file !== undefined) appendFileSync(file, `${line}\n`)
}

/** Vitest reporter: a line for each test that passed only when it was tried again, and one for the time of each test and file. */
export default class Reporter {
  onTestCaseResult(test) {
    const { duration = 0, flaky = false } = test.diagnostic() ?? {}
    const file = test.module.moduleId
    write('CASELOOM_TEST_TIMES', JSON.stringify({ file, title: test.fullName, ms: duration }))
    if (!flaky) return
    const fault = test.result().errors?.[0]?.message?.split('\n', 1)[0] ?? ''
    write('CASELOOM_TEST_SECOND_TRIES', `${file}: ${test.fullName}: ${fault.slice(0, 300)}`)
  }

  /** Tests and hooks; what loading took is apart from it. */
  onTestModuleEnd(module) {
    const { duration = 0, collectDuration = 0, setupDuration = 0 } = module.diagnostic()
    const ms = duration + collectDuration + setupDuration
    write('CASELOOM_TEST_TIMES', JSON.stringify({ file: module.moduleId, ms }))
  }

  /** Errors outside of tests: they fail the run without failing a test. */
  onTestRunEnd(_modules, errors) {
    for (const error of errors) write('CASELOOM_TEST_ERRORS', String(error.message).split('\n', 1)[0])
  }
}
