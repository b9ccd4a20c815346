import { temporaryFolders } from '../embedded/testing/temporary-folder.js';
import { dataDirsOf, startDemo } from './testing/demo-process.js';

describe('npm run demo', () => {
  const temporaryFolder = temporaryFolders(afterAll);

  it('The demo shows the shares, the switching agents, the evidence and three transcripts', async () => {
    const folder = temporaryFolder();
    const { printed, ended } = startDemo(folder);
    const code = await ended;
    const { text, errors } = printed;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(text).toMatch(/Swissmetro .*\d+\.\d% {2}95%: \d+\.\d% to \d+\.\d%/);
    expect(text).toMatch(
      /: simulation \d+\.\d\d, estimation \d+\.\d\d, population (\d+\.\d\d|unknown), model (\d+\.\d\d|unknown) points\n/,
    );
    expect(text).toMatch(/Car → Swissmetro +\d+ simulated agents/);
    expect(text).toMatch(/Data: Swissmetro .*, stated choices in a survey, not observed travel\./);
    expect(text).toMatch(/Fitted to 4,734 choices\. McFadden R² in-sample: 0\.35 compared with equal shares, 0\.23 /);
    expect(text).toMatch(/2,034 choices of 226 other respondents\. McFadden R² 0\.243 compared with constants only\./);
    expect(text).toMatch(/Predicted held-out shares: train \d+\.\d% \(observed \d+\.\d%\), /);
    expect(text.match(/^ {2}agent_\d+ {2}\S/gm)).toHaveLength(3);
    expect(text).toMatch(/Total time, including the start: \d+\.\d s\.\n$/);
    expect(dataDirsOf(folder)).toEqual([]);
  });
});
