import { useQuery } from '@tanstack/react-query';
import { api, data } from '../../api/client';
import { Loaded } from '../../components/states';
import Simulator from '../../simulator/simulator';

/** The simulator of the landing page, which the service gives to everyone. */
export default function LiveExample() {
  const query = useQuery({
    queryKey: ['shared', 'example'],
    queryFn: ({ signal }) =>
      data(api.GET('/v1/shared/{token}/simulator', { params: { path: { token: 'example' } }, signal })),
    staleTime: Infinity,
  });
  return (
    <Loaded query={query} lines={8}>
      {(simulator) => <Simulator data={simulator} />}
    </Loaded>
  );
}
