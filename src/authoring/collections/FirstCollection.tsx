/** The screen of an empty service: create a collection or add the demo show, then connect a reader. */
import { Layers, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '../../core/authoringDocument.ts';
import { CopyableValue } from '../../ui/CopyButton.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Button } from '../ui/Button.tsx';
import { usePage } from '../ui/usePage.ts';
import { useIsRunning, useList } from '../ui/useService.ts';

const contentTypes = [
  ['SOCIAL_POST', 'SOCIAL_POST'],
  ['OTHER', 'Other'],
] as const;

export function FirstCollection() {
  const { changes } = usePage();
  const key = describeKey(useList('keys')?.[0]);
  const [name, setName] = useState('');
  const [typeChoice, setTypeChoice] = useState<(typeof contentTypes)[number][0]>('SOCIAL_POST');
  const [otherType, setOtherType] = useState('');
  const isAddingDemo = useIsRunning('addDemoShow');
  const contentType = typeChoice === 'SOCIAL_POST' ? typeChoice : otherType.trim();
  const canCreate = name.trim() !== '' && contentType !== '';
  return (
    <section className="first-collection">
      <h2>Create your first collection</h2>
      <p className="part-lead">
        A collection holds one show’s posts: a staging list for preparing and a live list for readers.
      </p>
      <form
        className="first-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (canCreate) void changes.createCollection(name.trim(), contentType);
        }}
      >
        <label className="form-field">
          <span className="form-label">Name</span>
          <input
            // biome-ignore lint/a11y/noAutofocus: it is the only thing to do on an empty page.
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <div className="form-field">
          <span className="form-label">Content type</span>
          <div className="first-type">
            <Segments
              className="segments"
              label="Content type"
              choices={contentTypes}
              selected={typeChoice}
              disabledReason={null}
              onSelect={setTypeChoice}
            />
            {typeChoice === 'SOCIAL_POST' ? null : (
              <input
                aria-label="Other content type"
                placeholder="QUIZ_ANSWER"
                value={otherType}
                onChange={(event) => setOtherType(event.target.value)}
              />
            )}
          </div>
        </div>
        <Button
          type="submit"
          variant="primary"
          disabledReason={canCreate ? null : name.trim() === '' ? 'enter a name' : 'enter a content type'}
        >
          <Plus />
          Create collection <kbd>↵</kbd>
        </Button>
      </form>
      <ol className="steps">
        <li>Add posts to staging: name, text, pictures.</li>
        <li>Promote them to live, one by one. Readers get each one immediately.</li>
        <li>Connect Greenroom or your template to this service:</li>
      </ol>
      <CopyableValue label="Address" value={location.origin} copyName="Copy address" />
      <CopyableValue label="API key" value={key} copyName={null} />
      <pre className="curl">curl -H 'X-API-Key: YOUR-KEY' {location.origin}/v1/collections</pre>
      <p className="part-lead">
        Or{' '}
        <Button
          onPress={() => void changes.addDemoShow()}
          disabledReason={isAddingDemo ? 'adding the demo show' : null}
        >
          <Layers />
          {isAddingDemo ? 'Adding' : 'Add the demo show'}
        </Button>{' '}
        three collections with 32 posts. Delete them like any others.
      </p>
    </section>
  );
}

/** The service stores only a key's hash, so the page can show its end but never its value. */
function describeKey(key: ApiKey | undefined): string {
  if (key === undefined) return 'create one under API keys';
  return key.isSetAtStartup ? 'set at startup (default: demo)' : `…${key.endsWith}`;
}
