//! Containers and clusters, where they are only looked at. Contexts, hosts and configurations are the rule's.

use super::super::row::Operands::{No, Text};
use super::super::row::{Row, acts, reads};

/// Which objects are meant, and how they are shown. `-f`, `-k`, `--raw`, `--template` and the files of `-o`
/// read other things.
const KUBECTL: &str = "-n= --namespace= -A --all-namespaces -l= --selector= --field-selector= \
         -o=json|yaml|wide|name -w --watch --show-labels --show-kind --sort-by= --no-headers \
         --chunk-size= --ignore-not-found -L= --label-columns= --show-managed-fields -h \
         --help --output=json|yaml|wide|name --request-timeout= --context=ask --cluster=ask \
         --kubeconfig=ask -s=ask --server=ask --token=ask --as=ask --user=ask";

pub(super) const ROWS: &[Row] = &[
    acts(
        &["docker", "podman", "nerdctl"],
        No,
        &["-v --version -H=ask --host=ask -c=ask --context=ask --config=ask -l=ask"],
        "docker(1)",
    ),
    acts(
        &[
            "docker image",
            "docker container",
            "docker network",
            "docker volume",
            "docker system",
            "docker context",
            "podman image",
            "podman container",
            "podman network",
            "podman volume",
            "podman system",
        ],
        No,
        &[],
        "docker(1)",
    ),
    reads(
        &[
            "docker ps",
            "docker images",
            "docker image ls",
            "docker image list",
            "docker container ls",
            "docker container list",
            "docker network ls",
            "docker volume ls",
            "docker context ls",
            "podman ps",
            "podman images",
            "podman image ls",
            "podman container ls",
            "podman network ls",
            "podman volume ls",
            "nerdctl ps",
            "nerdctl images",
        ],
        No,
        &[
            "-a --all -f= --filter= --format= -n= --last= -l --latest --no-trunc -q --quiet -s \
         --size --digests --tree",
        ],
        "docker-ps(1), docker-images(1)",
    ),
    reads(
        &[
            "docker inspect",
            "docker image inspect",
            "docker container inspect",
            "docker network inspect",
            "docker volume inspect",
            "podman inspect",
            "podman image inspect",
            "podman container inspect",
            "docker history",
            "docker image history",
            "docker port",
            "docker diff",
            "docker top",
            "docker container top",
            "podman history",
            "podman port",
            "podman diff",
            "podman top",
        ],
        Text,
        &["-f= --format= -s --size --type= -H --human --no-trunc -q --quiet"],
        "docker-inspect(1)",
    ),
    reads(
        &[
            "docker logs",
            "docker container logs",
            "podman logs",
            "nerdctl logs",
        ],
        Text,
        &["--details -f --follow --since= --until= -n= --tail= -t --timestamps"],
        "docker-logs(1)",
    ),
    reads(
        &["docker stats", "podman stats"],
        Text,
        &["-a --all --format= --no-stream --no-trunc"],
        "docker-stats(1)",
    ),
    reads(
        &[
            "docker version",
            "docker info",
            "docker system df",
            "docker system info",
            "podman version",
            "podman info",
            "podman system df",
        ],
        No,
        &["-f= --format= -v --verbose"],
        "docker-info(1)",
    ),
    acts(
        &["docker compose", "docker-compose", "podman compose"],
        No,
        &[
            "-f=ask --file=ask -p=ask --project-name=ask --env-file=ask --project-directory=ask \
         --profile=ask -v --version",
        ],
        "docker compose --help",
    ),
    reads(
        &[
            "docker compose ps",
            "docker compose ls",
            "docker compose images",
            "docker compose top",
            "docker compose version",
            "docker-compose ps",
            "docker-compose images",
            "docker-compose top",
            "docker-compose version",
        ],
        Text,
        &["-a --all --format= -q --quiet --services --status= --no-trunc"],
        "docker compose ps --help",
    ),
    reads(
        &["docker compose logs", "docker-compose logs"],
        Text,
        &["-f --follow -n= --tail= --since= --until= -t --timestamps --no-color --no-log-prefix"],
        "docker compose logs --help",
    ),
    acts(
        &["kubectl", "oc"],
        No,
        &[
            "-n= --namespace= --request-timeout= --context=ask --cluster=ask --kubeconfig=ask \
         -s=ask --server=ask --token=ask --as=ask --user=ask",
        ],
        "kubectl options",
    ),
    reads(
        &["kubectl get", "oc get"],
        Text,
        &[KUBECTL],
        "kubectl get --help",
    ),
    reads(
        &["kubectl describe", "oc describe"],
        Text,
        &["-n= --namespace= -A --all-namespaces -l= --selector= --show-events --chunk-size="],
        "kubectl describe --help",
    ),
    reads(
        &["kubectl logs", "oc logs"],
        Text,
        &[
            "-n= --namespace= -c= --container= -f --follow -p --previous --since= --since-time= \
         --tail= --timestamps --all-containers --prefix -l= --selector= --limit-bytes= \
         --max-log-requests=",
        ],
        "kubectl logs --help",
    ),
    reads(
        &["kubectl top", "oc status", "oc whoami", "oc project"],
        No,
        &[],
        "kubectl top --help",
    ),
    reads(
        &[
            "kubectl top pod",
            "kubectl top pods",
            "kubectl top node",
            "kubectl top nodes",
        ],
        Text,
        &[
            "-n= --namespace= -A --all-namespaces -l= --selector= --containers --no-headers \
         --sort-by= --sum",
        ],
        "kubectl top pod --help",
    ),
    reads(
        &["kubectl explain"],
        Text,
        &["--recursive --api-version="],
        "kubectl explain --help",
    ),
    reads(
        &[
            "kubectl version",
            "kubectl cluster-info",
            "kubectl api-versions",
            "kubectl api-resources",
        ],
        No,
        &[
            "--client --short -o=json|yaml|wide|name --output=json|yaml|wide|name --namespaced[=] \
         --verbs= --api-group= --no-headers",
        ],
        "kubectl version --help",
    ),
    acts(
        &["kubectl config", "kubectl rollout", "kubectl auth"],
        No,
        &[],
        "kubectl config --help",
    ),
    reads(
        &[
            "kubectl config current-context",
            "kubectl config get-contexts",
            "kubectl config get-clusters",
        ],
        No,
        &["-o=name --output=name --no-headers"],
        "kubectl config --help",
    ),
    reads(
        &["kubectl rollout status", "kubectl rollout history"],
        Text,
        &["-n= --namespace= --revision= --timeout= -w --watch -l= --selector="],
        "kubectl rollout --help",
    ),
    reads(
        &["kubectl auth can-i"],
        Text,
        &["-n= --namespace= -A --all-namespaces --list --no-headers -q --quiet"],
        "kubectl auth can-i --help",
    ),
    acts(
        &["helm"],
        No,
        &["-n= --namespace= --kube-context=ask --kubeconfig=ask"],
        "helm help",
    ),
    reads(
        &["helm list", "helm ls"],
        No,
        &[
            "-n= --namespace= -A --all-namespaces -a --all -q --short -o=json|yaml|table \
         --output=json|yaml|table --deployed --failed --pending",
        ],
        "helm help list",
    ),
    reads(
        &["helm status", "helm history"],
        Text,
        &["-n= --namespace= --revision= --max= -o=json|yaml|table --output=json|yaml|table"],
        "helm help status",
    ),
    reads(
        &["helm version", "helm env"],
        No,
        &["--short"],
        "helm help version",
    ),
    acts(
        &["terraform", "tofu"],
        No,
        &["-version -help"],
        "terraform -help",
    ),
    acts(
        &[
            "terraform version",
            "terraform validate",
            "tofu version",
            "tofu validate",
        ],
        No,
        &["-json -no-color"],
        "terraform validate -help",
    ),
];
