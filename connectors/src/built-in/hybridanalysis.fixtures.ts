import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const SHA256 = '44d88612fea8a8f36de82e1278abb02f44d88612fea8a8f36de82e1278abb02f'
const JOB = '5f3a1b2c3d4e5f6a7b8c9d0e'

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://www.hybrid-analysis.com/api/v2' },
  actions: {
    'hybridanalysis.fileReport': {
      input: { sha256: SHA256 },
      sends: `GET /overview/${SHA256}`,
      headers: { 'user-agent': 'Falcon Sandbox' },
      answers: {
        sha256: SHA256,
        verdict: 'malicious',
        threat_score: 95,
        vx_family: 'TrickBot',
        last_file_name: 'a.exe',
        type: 'PE32 executable',
        tags: ['trickbot'],
      },
      output: {
        verdict: 'malicious',
        score: 95,
        summary: 'malicious TrickBot',
        link: `https://www.hybrid-analysis.com/sample/${SHA256}`,
      },
    },
    'hybridanalysis.search': {
      input: { host: '198.51.100.7' },
      sends: 'POST /search/terms',
      body: 'host=198.51.100.7',
      answers: {
        count: 1,
        search_terms: [{ id: 'host', value: '198.51.100.7' }],
        result: [
          {
            sha256: SHA256,
            verdict: 'suspicious',
            threat_score: null,
            vx_family: null,
            analysis_start_time: '2026-11-20 16:10:00',
          },
        ],
      },
      output: { count: 1, result: [{ verdict: 'suspicious' }] },
    },
    'hybridanalysis.analyzeUrl': {
      input: { url: 'https://example.org/', environment_id: 160 },
      sends: 'POST /submit/url-for-analysis',
      body: 'url=https%3A%2F%2Fexample.org%2F&environment_id=160',
      answers: { job_id: JOB, submission_id: 's1', environment_id: 160, sha256: SHA256 },
      output: { job_id: JOB },
    },
    'hybridanalysis.getState': {
      input: { report: JOB },
      sends: `GET /report/${JOB}/state`,
      answers: { state: 'SUCCESS', error: null },
      output: { state: 'SUCCESS' },
    },
    'hybridanalysis.getReport': {
      input: { report: JOB },
      sends: `GET /report/${JOB}/summary`,
      answers: {
        sha256: SHA256,
        verdict: 'malicious',
        threat_score: 95,
        domains: ['example.org'],
        hosts: [],
      },
      output: { domains: ['example.org'] },
    },
  },
}
