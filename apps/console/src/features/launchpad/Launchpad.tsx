import { Button } from 'antd';
import { useState } from 'react';
import { useMay } from '../../lib/rights.ts';
import { AskForApproval } from '../../ui/AskForApproval.tsx';
import { ChangeFields } from '../../ui/ChangeFields.tsx';
import { Page } from '../../ui/Page.tsx';
import { Applications, Dividends } from './Applications.tsx';
import { newProject } from './changes.ts';
import type { ProjectChange } from './changes.ts';
import { PaperUpload, PictureUpload, ProjectTexts, textsOf } from './ProjectContent.tsx';
import type { TextValues, UploadedPaper } from './ProjectContent.tsx';
import { Projects } from './Projects.tsx';

const GALLERY_MAX = 8;
type Values = Readonly<Record<string, string | number | boolean>> & { readonly texts?: TextValues };

/** The dialog of a change; a new project also has texts and pictures. */
function Asking({ change, close }: { change: ProjectChange; close: () => void }) {
  const [logo, setLogo] = useState<readonly string[]>([]);
  const [gallery, setGallery] = useState<readonly string[]>([]);
  const [paper, setPaper] = useState<UploadedPaper | null>(null);
  const isProject = change.isProject === true;
  return (
    <AskForApproval<Values>
      title={change.title}
      initial={change.before}
      close={close}
      about={{ currency_code_taken: 'code' }}
      send={({ texts, ...values }) =>
        change.send({
          ...values,
          ...(isProject
            ? { texts: textsOf(texts), logo: logo.join(), gallery: gallery.join(), paper: paper?.file ?? '' }
            : {}),
        })
      }
    >
      {isProject && <ProjectTexts />}
      {change.fields.length > 0 && <ChangeFields fields={change.fields} before={change.before} />}
      {isProject && (
        <>
          <PaperUpload paper={paper} onPaper={setPaper} />
          <PictureUpload label="Logo" pictures={logo} max={1} onPictures={setLogo} />
          <PictureUpload label="Gallery" pictures={gallery} max={GALLERY_MAX} onPictures={setGallery} />
        </>
      )}
    </AskForApproval>
  );
}

/** Subscriptions: projects with their timetable and allotment, applications, dividends of funds. */
export function Launchpad() {
  const [asking, setAsking] = useState<ProjectChange | null>(null);
  const may = useMay();
  return (
    <Page
      title="Subscriptions"
      hint="Projects, times, listings and dividends need a second operator. The allotment is computed from the applications and cannot be changed."
      actions={
        may('console/project_add') && (
          <Button type="primary" onClick={() => setAsking(newProject(Date.now()))}>
            New project
          </Button>
        )
      }
    >
      <Projects ask={setAsking} />
      <Applications />
      <Dividends />
      {asking && <Asking key={asking.title} change={asking} close={() => setAsking(null)} />}
    </Page>
  );
}
